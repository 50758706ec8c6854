import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { FuseState } from '@electron/fuses'
import { NtExecutable, NtExecutableResource, Resource } from 'resedit'

/** Marks where the fuses begin in Electron's binary. */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
/** The wire of Electron 45 as it is delivered: a version, a length and nine fuses. */
const fuses = Buffer.from([1, 9, ...Array.from({ length: 9 }, () => FuseState.ENABLE)])
const binary = Buffer.concat([Buffer.from(`No program\n${sentinel}`), fuses])

const plist = (entries) => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>${Object.entries(entries)
  .map(([key, value]) => `<key>${key}</key><string>${value}</string>`)
  .join('')}</dict></plist>`

/** Returns a Windows program without code, with a version resource in one language, as electron-builder expects. */
function createExe() {
  const exe = NtExecutable.createEmpty(false, false)
  const resources = NtExecutableResource.from(exe)
  const version = Resource.VersionInfo.createEmpty()
  version.setStringValues({ lang: 1033, codepage: 1200 }, { ProductName: 'Electron', FileDescription: 'Electron' })
  version.outputToResourceEntries(resources.entries)
  resources.outputResource(exe)
  return Buffer.concat([Buffer.from(exe.generate()), binary])
}

const files = {
  linux: () => ({
    electron: binary,
    'chrome-sandbox': 'No program',
    chrome_crashpad_handler: 'No program',
    'locales/en-US.pak': '',
    LICENSE: 'Electron',
    'LICENSES.chromium.html': 'Chromium',
  }),
  win32: () => ({
    'electron.exe': createExe(),
    'locales/en-US.pak': '',
    LICENSE: 'Electron',
    'LICENSES.chromium.html': 'Chromium',
  }),
  darwin: () => {
    const helpers = ['', ' (Renderer)', ' (Plugin)', ' (GPU)'].flatMap((kind) => {
      const name = `Electron Helper${kind}`
      const inside = `Electron.app/Contents/Frameworks/${name}.app/Contents`
      return [
        [`${inside}/Info.plist`, plist({ CFBundleExecutable: name, CFBundleIdentifier: 'com.github.Electron.helper' })],
        [`${inside}/MacOS/${name}`, 'No program'],
      ]
    })
    return {
      'Electron.app/Contents/Info.plist': plist({ CFBundleExecutable: 'Electron', CFBundleIconFile: 'electron.icns' }),
      'Electron.app/Contents/MacOS/Electron': 'No program',
      'Electron.app/Contents/Resources/electron.icns': '',
      'Electron.app/Contents/Frameworks/Electron Framework.framework/Electron Framework': binary,
      ...Object.fromEntries(helpers),
    }
  },
}

// Writes an unpacked Electron of a platform that runs nothing: electron-builder packs it, and its fuses can be set.
const [platform, folder] = process.argv.slice(2)
for (const [file, content] of Object.entries(files[platform]())) {
  const path = join(folder, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content, { mode: 0o755 })
}
