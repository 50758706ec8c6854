import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { extractFile, getRawHeader } from '@electron/asar'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import plist from 'plist'
import { NtExecutable, NtExecutableResource, Resource } from 'resedit'

const [platform, folder] = process.argv.slice(2)
const layout = {
  linux: { binary: 'till', resources: 'resources' },
  win32: { binary: 'Till.exe', resources: 'resources' },
  darwin: { binary: 'Till.app', resources: 'Till.app/Contents/Resources' },
}[platform]
const archive = join(folder, layout.resources, 'app.asar')

/** Returns what the package states about itself to the system; on Windows and macOS also the archive's hash that it states. */
function readSystem() {
  if (platform === 'darwin') {
    const info = plist.parse(readFileSync(join(folder, 'Till.app/Contents/Info.plist'), 'utf8'))
    return { info, integrity: info.ElectronAsarIntegrity['Resources/app.asar'] }
  }
  if (platform === 'linux') return {}
  const { entries } = NtExecutableResource.from(NtExecutable.from(readFileSync(join(folder, layout.binary))))
  const [version] = Resource.VersionInfo.fromEntries(entries)
  const [group] = Resource.IconGroupEntry.fromEntries(entries)
  const integrity = entries.find(({ type }) => type === 'INTEGRITY')
  const [stated] = JSON.parse(Buffer.from(integrity.bin).toString('utf8'))
  return {
    info: version.getStringValues(version.getAllLanguagesForStringValues()[0]),
    iconSizes: group.icons.map(({ width }) => width || 256),
    integrity: { algorithm: stated.alg, hash: stated.value, file: stated.file },
  }
}

const wire = await getCurrentFuseWire(join(folder, layout.binary))
const { header, headerString } = getRawHeader(archive)

/** Returns the files of a folder in the archive's header. */
function listFiles(entry, path = '') {
  return Object.entries(entry.files).flatMap(([name, inner]) =>
    inner.files === undefined
      ? [{ file: path + name, unpacked: inner.unpacked === true }]
      : listFiles(inner, `${path}${name}/`),
  )
}
const files = listFiles(header)

process.stdout.write(
  JSON.stringify({
    files: files.map(({ file }) => file),
    unpacked: files.filter(({ unpacked }) => unpacked).map(({ file }) => file),
    manifest: JSON.parse(extractFile(archive, 'package.json').toString('utf8')),
    headerHash: createHash('sha256').update(headerString).digest('hex'),
    fuses: Object.fromEntries(
      Object.entries(wire)
        .filter(([key]) => /^\d+$/.test(key))
        .map(([key, state]) => [FuseV1Options[key], state === FuseState.ENABLE]),
    ),
    ...readSystem(),
  }),
)
