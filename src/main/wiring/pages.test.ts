import { expect, it } from 'vitest'
import type { Role } from '../../shared/kiosk/roles.ts'
import type { Shell } from '../shell/shell.ts'
import { createEmitters } from './pages.ts'

it('each page hears only what its own reader may see: the register’s its user, the display’s the customer', () => {
  const heard = { register: [] as string[], display: [] as string[] }
  const shell = {
    emit: (name: string) => heard.register.push(name),
    customerWindow: { emit: (name: string) => heard.display.push(name) },
  }
  let role: Role = 'clerk'
  const { emitToPage, emitToCustomer } = createEmitters(shell as unknown as Shell, () => role)
  emitToPage('attention.changed', {} as never)
  emitToPage('drawer.failed', undefined)
  expect(heard.register).toEqual(['drawer.failed'])
  role = 'manager'
  emitToPage('attention.changed', {} as never)
  emitToCustomer('attention.changed', {} as never)
  emitToCustomer('customer.changed', {} as never)
  expect(heard).toEqual({ register: ['drawer.failed', 'attention.changed'], display: ['customer.changed'] })
})
