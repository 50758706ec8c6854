import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { publicKeyOf, signNotice } from '../src/main/updates/sign-notice.ts'
import { runScript } from './run-script.ts'

const help = `Signs the notice of a newer version, which Till shows in Settings.

  npm run sign-update -- --version VERSION --page ADDRESS [flags]
  npm run sign-update -- --new-key FILE

  --version VERSION   the newer version, such as 1.2.0
  --page ADDRESS      the https address of the page that offers it
  --date DATE         the day of its release, as YYYY-MM-DD (default: today)
  --key FILE          the private key, as PEM (default: the text in TILL_UPDATES_PRIVATE_KEY)
  --out FILE          the file for the notice (default: the last line that is printed)
  --new-key FILE      writes a new private key, and prints the public one for TILL_UPDATES_KEY
  --help              print this

The last line is the notice, ready to publish; with --out the file that holds it; with --new-key the public key.`

const options = {
  version: { type: 'string' },
  page: { type: 'string' },
  date: { type: 'string' },
  key: { type: 'string' },
  out: { type: 'string' },
  'new-key': { type: 'string' },
} as const

await runScript(help, async (args) => {
  const { values } = parseArgs({ args: [...args], options })
  const { version, page, date = new Date().toISOString().slice(0, 10), key, out, 'new-key': newKey } = values
  if (newKey !== undefined) {
    console.log(makeKey(newKey))
    return 0
  }
  if (version === undefined || page === undefined) throw new Error('Name the version and its page; --help shows how.')
  const document = signNotice({ version, date, page }, readPrivateKey(key))
  if (out !== undefined) writeFileSync(out, `${document}\n`)
  console.log(out === undefined ? document : `The notice is in ${out}.`)
  return 0
})

/** Writes a new private key to a file that must not exist yet; returns the public one. */
function makeKey(file: string): string {
  const { privateKey } = generateKeyPairSync('ed25519')
  try {
    writeFileSync(file, privateKey.export({ format: 'pem', type: 'pkcs8' }), { flag: 'wx', mode: 0o600 })
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause
    throw new Error(`${file} exists. A private key is never overwritten: name another file.`, { cause })
  }
  return publicKeyOf(privateKey)
}

function readPrivateKey(file: string | undefined): KeyObject {
  const pem = file === undefined ? process.env.TILL_UPDATES_PRIVATE_KEY : readFileSync(file, 'utf8')
  if (pem === undefined || pem === '')
    throw new Error('Name the private key with --key FILE, or set TILL_UPDATES_PRIVATE_KEY.')
  try {
    return createPrivateKey(pem)
  } catch (cause) {
    throw new Error('The private key must be PEM, as --new-key writes it.', { cause })
  }
}
