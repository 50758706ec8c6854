import type { Component } from 'vue'
import { CircleHelp, DatabaseBackup, Globe, Info, ShieldCheck, SlidersHorizontal, Store, Trash2 } from '@lucide/vue'
import type { SettingsPageName } from './setting-list.ts'

export const pageIcons: Readonly<Record<SettingsPageName, Component>> = {
  general: SlidersHorizontal,
  service: Globe,
  security: ShieldCheck,
  backup: DatabaseBackup,
  'point-of-sale': Store,
  help: CircleHelp,
  about: Info,
  delete: Trash2,
}
