import { onScopeDispose, ref, type Ref } from 'vue'

/** Returns whether the window has room for the rail: the theme's `rail` breakpoint. */
export function useIsWide(): Ref<boolean> {
  const query = window.matchMedia('(min-width: 900px)')
  const isWide = ref(query.matches)
  const follow = (): void => void (isWide.value = query.matches)
  query.addEventListener('change', follow)
  onScopeDispose(() => query.removeEventListener('change', follow))
  return isWide
}
