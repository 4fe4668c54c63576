import ArgumentParser
@main struct GomokuServer: ParsableCommand { func run() {} }
