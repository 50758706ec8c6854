/** A reason why the sandbox cannot continue, in one sentence for the person who started it. */
export class SandboxFailure extends Error {
  override readonly name = 'SandboxFailure'
}
