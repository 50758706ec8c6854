import type { SettingsView } from '../../shared/app/views.ts'

/** Paints the page light or dark; for `system` the style sheet follows the system by itself. */
export function applyTheme(theme: SettingsView['theme'], root: HTMLElement): void {
  if (theme === 'system') delete root.dataset['theme']
  else root.dataset['theme'] = theme
}
