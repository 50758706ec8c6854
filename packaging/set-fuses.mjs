import { FuseV1Options, FuseVersion } from '@electron/fuses'
import fuses from './fuses.json' with { type: 'json' }

/**
 * Sets every fuse of the packed Electron, before it is signed; throws where the binary has one that fuses.json does not name.
 * electron-builder's own `electronFuses` knows eight of the nine.
 */
export async function afterPack(context) {
  const wire = Object.entries(fuses).map(([name, on]) => [FuseV1Options[name], on])
  await context.packager.addElectronFuses(context, {
    version: FuseVersion.V1,
    strictlyRequireAllFuses: true,
    ...Object.fromEntries(wire),
  })
}
