import { buildIfNeeded } from '../../scripts/launch/build-if-needed.ts'
import { findElectron } from '../../scripts/launch/find-electron.ts'

/** Builds what the specs run, and prints which shells they cannot run in. */
export default function build(): void {
  buildIfNeeded()
  if (findElectron(false) === null) console.log('electron project: not run (Electron’s binary is missing)')
}
