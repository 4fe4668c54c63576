pytest_plugins = ["gomokutest.plugin"]
