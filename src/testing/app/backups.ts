import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { folder, start, value, type Till } from './app.ts'
import { testPhrase, testPhraseAddresses, strong } from '../vault/vault.ts'

/** Returns the input of a request to save a new person with one address. */
export const newPerson = (name: string, address: string | undefined) => ({
  id: null,
  name,
  colour: 'teal',
  phones: [],
  emails: [],
  addresses: address === undefined ? [] : [address],
})

/** Returns the folder that backup files go to. */
export const stick = (): string => join(folder, 'stick')
/** Returns the paths of the backup files. */
export const backups = (): string[] => readdirSync(stick()).map((name) => join(stick(), name))

/** Starts a Till with two accounts, a person and one backup file. */
export async function withBackup(): Promise<{ till: Till; file: string }> {
  const till = await start('old')
  await value(till.ask('vault.restore', { words: testPhrase, password: strong }))
  await value(till.ask('accounts.add'))
  await value(till.ask('accounts.rename', { address: testPhraseAddresses[1], name: 'Market', colour: 'rose' }))
  await value(till.ask('people.save', newPerson('Luz', testPhraseAddresses[2])))
  await value(till.ask('backupFile.choose', { password: strong, folder: stick() }))
  const [file = ''] = backups()
  return { till, file }
}
