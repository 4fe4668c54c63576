window.libraryLoaded = (window.libraryLoaded || 0) + 1;
