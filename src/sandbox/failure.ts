/** A reason the sandbox cannot go on, said in one sentence to whoever started it. */
export class SandboxFailure extends Error {
  override readonly name = 'SandboxFailure'
}
