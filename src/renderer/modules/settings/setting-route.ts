import type { RouteLocationNamedRaw } from 'vue-router'
import type { SettingId, SettingsPageName } from './setting-list.ts'

/** Returns the route of a page of the settings. */
export const pageRoute = (page: SettingsPageName): RouteLocationNamedRaw => ({ name: 'settings', params: { page } })

/** Returns the route of a setting on its page. */
export const settingRoute = ({ id, page }: { id: SettingId; page: SettingsPageName }): RouteLocationNamedRaw => ({
  ...pageRoute(page),
  hash: `#${id}`,
})
