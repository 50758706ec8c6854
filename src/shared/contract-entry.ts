import { z } from 'zod'
import type { Role } from './kiosk/roles.ts'

/** A request by its name: the schemas of input and output, and the least role that may send it in shop mode. */
export type Requests = Readonly<
  Record<string, { readonly input: z.ZodType; readonly output: z.ZodType; readonly permission: Role }>
>

/** An event by its name: the schema of its payload, and the least role that receives it in shop mode. */
export type Events = Readonly<Record<string, { readonly payload: z.ZodType; readonly permission: Role }>>

/** The input of a request that takes none. */
export const nothing = z.undefined()

/** A page of a list: rows to skip and rows to return. */
export const page = { offset: z.int().min(0).default(0), limit: z.int().min(1).max(200).default(60) }
