import ArgumentParser
@main struct GomokuCommand: ParsableCommand { func run() {} }
