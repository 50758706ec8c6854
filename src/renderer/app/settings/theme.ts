import type { SettingsView } from '../../../shared/app/views.ts'

/** Applies the light or dark theme; for `system` the style sheet follows the system. */
export function applyTheme(theme: SettingsView['theme'], root: HTMLElement): void {
  if (theme === 'system') delete root.dataset['theme']
  else root.dataset['theme'] = theme
}
