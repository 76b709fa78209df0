// Of the library of browsers, which the server's types leave out.
declare namespace WebAssembly {
  interface Module {
    readonly [Symbol.toStringTag]: string
  }
  function compile(bytes: Uint8Array): Promise<Module>
}
