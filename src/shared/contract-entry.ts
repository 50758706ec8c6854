import { z } from 'zod'
import type { Role } from './kiosk/roles.ts'

/** Requests by name: the schemas of input and output, and the lowest role that may send it in shop mode. */
export type Requests = Readonly<
  Record<string, { readonly input: z.ZodType; readonly output: z.ZodType; readonly permission: Role }>
>

/** Events by name: the schema of the payload, and the lowest role that receives it in shop mode. */
export type Events = Readonly<Record<string, { readonly payload: z.ZodType; readonly permission: Role }>>

/** The input of a request that takes none. */
export const nothing = z.undefined()

/** A rescue's proof in a shop: the manager's password, or the lost file's name if no vault can check a password. */
export const managerProof = z.object({ proof: z.string().max(1000) }).optional()

/** A page of a list: the rows to skip and the rows to return. */
export const page = { offset: z.int().min(0).default(0), limit: z.int().min(1).max(200).default(60) }
