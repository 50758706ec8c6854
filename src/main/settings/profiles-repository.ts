import { z } from 'zod'
import { profileSchema, type Profile } from '../../shared/services/profile.ts'
import type { ReadableDb, WritableDb } from '../db/connections.ts'
import type { Sealer } from '../db/seal.ts'

/** A profile without its token, which is read separately and never shown. */
export type ProfileSettings = Omit<Profile, 'token'>

export interface StoredProfile {
  readonly id: string
  readonly settings: ProfileSettings
  readonly hasToken: boolean
  /** Whether the service answered its token with 401. */
  readonly tokenRefused: boolean
}

const settingsShape = profileSchema.omit({ token: true })

const row = z
  .object({
    id: z.string(),
    body: z
      .string()
      .transform((body): unknown => JSON.parse(body))
      .pipe(settingsShape),
    has_token: z.int(),
    token_refused: z.int(),
  })
  .transform(({ id, body, has_token, token_refused }): StoredProfile => ({
    id,
    settings: body,
    hasToken: has_token === 1,
    tokenRefused: token_refused === 1,
  }))

const tokenRow = z.object({ sealed_token: z.instanceof(Uint8Array).nullable() })
const columns = 'id, body, sealed_token IS NOT NULL AS has_token, token_refused'

function found(value: unknown): StoredProfile | null {
  return value === undefined ? null : row.parse(value)
}

/** Returns the profile in use; null before there is one. */
export function readCurrentProfile(db: ReadableDb): StoredProfile | null {
  return found(db.prepare(`SELECT ${columns} FROM profiles WHERE is_current = 1`).get())
}

/** Returns a profile as a purchase froze it; null for an unknown id. */
export function readProfile(db: ReadableDb, id: string): StoredProfile | null {
  return found(db.prepare(`SELECT ${columns} FROM profiles WHERE id = ?`).get(id))
}

const rowList = z.array(row)

/** Returns every profile ever in use, newest first. */
export function readProfiles(db: ReadableDb): StoredProfile[] {
  return rowList.parse(db.prepare(`SELECT ${columns} FROM profiles ORDER BY created_at DESC, rowid DESC`).all())
}

/** Returns a profile's token; null if it has none. Throws SealError if the records key does not open it. */
export function readToken(db: ReadableDb, sealer: Sealer, id: string): string | null {
  const { sealed_token } = tokenRow.parse(
    db.prepare('SELECT sealed_token FROM profiles WHERE id = ?').get(id) ?? { sealed_token: null },
  )
  return sealed_token === null ? null : sealer.unseal(sealed_token, tokenPurpose(id))
}

/** Records that the service answered this profile's token with 401; it is not used until it is edited. */
export function markTokenRefused(db: WritableDb, id: string): void {
  db.prepare('UPDATE profiles SET token_refused = 1 WHERE id = ? AND sealed_token IS NOT NULL').run(id)
}

export function insertProfile(db: WritableDb, id: string, createdAt: number, settings: ProfileSettings): void {
  const sql = 'INSERT INTO profiles (id, created_at, body, is_current) VALUES (?, ?, ?, 0)'
  db.prepare(sql).run(id, createdAt, JSON.stringify(settings))
}

export function updateProfile(db: WritableDb, id: string, settings: ProfileSettings): void {
  db.prepare('UPDATE profiles SET body = ? WHERE id = ?').run(JSON.stringify(settings), id)
}

/** Stores a profile's token sealed, or removes it for null. */
export function writeToken(db: WritableDb, sealer: Sealer, id: string, token: string | null, refused: boolean): void {
  const sealed = token === null ? null : sealer.seal(token, tokenPurpose(id))
  db.prepare('UPDATE profiles SET sealed_token = ?, token_refused = ? WHERE id = ?').run(sealed, refused ? 1 : 0, id)
}

export function markCurrent(db: WritableDb, id: string): void {
  db.prepare('UPDATE profiles SET is_current = 0 WHERE is_current = 1').run()
  db.prepare('UPDATE profiles SET is_current = 1 WHERE id = ?').run(id)
}

function tokenPurpose(id: string): string {
  return `profile-token:${id}`
}
