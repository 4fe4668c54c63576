window.fails = () => { throw new Error("what is wrong is told whole"); };
