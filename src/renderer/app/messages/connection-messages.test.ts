import { expect, test } from 'vitest'
import { scriptedApp } from '../../../testing/fixtures/app.ts'
import { connectionView, type ConnectionView } from '../../../shared/services/views.ts'
import { en } from '../../locales/all-messages.ts'
import { connectionMessages } from './connection-messages.ts'

const { profile } = scriptedApp
const connection = (service: ConnectionView['service'], error: ConnectionView['error'] = null): ConnectionView => ({
  service,
  since: null,
  error,
})

test('offline has no banner, whatever else is wrong: the bar says it', () => {
  for (const tokenRefused of [false, true]) {
    const voice = connectionMessages(connection('offline', 'offline'), profile && { ...profile, tokenRefused })
    expect(voice).toEqual({ state: 'offline', banner: null })
  }
})

test('the banner never says refused while the state differs', () => {
  for (const service of connectionView.shape.service.options) {
    const { state, banner } = connectionMessages(connection(service), profile)
    expect(state).toBe(service)
    expect(banner === 'frame.refused').toBe(service === 'refused')
    expect(Object.keys(en.connection)).toContain(service)
  }
})

test('does not call a refused token a forbidden network address', () => {
  expect(connectionMessages(connection('refused', 'service-unauthorized'), profile).banner).toBe('frame.unauthorized')
  expect(connectionMessages(connection('refused', 'service-forbidden'), profile).banner).toBe('frame.refused')
  const refused = profile && { ...profile, tokenRefused: true }
  expect(connectionMessages(connection('online'), refused)).toEqual({ state: 'online', banner: 'frame.tokenRefused' })
})

test('claims nothing before the service is known', () => {
  expect(connectionMessages(null, null)).toEqual({ state: 'unknown', banner: null })
})
