import { buildIfNeeded } from '../../scripts/launch/build-if-needed.ts'
import { findUsableElectron } from '../../scripts/launch/find-electron.ts'

/** Builds what the specs run, and prints which shells they cannot run in. */
export default function build(): void {
  buildIfNeeded()
  const { why } = findUsableElectron(false)
  if (why !== null) console.log(`electron project: not run (${why})`)
}
