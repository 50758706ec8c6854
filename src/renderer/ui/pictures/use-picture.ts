import { computed, ref, watch, type ComputedRef } from 'vue'

/** Handles a picture that may fail to load: `shown` is its address until it fails, and again for another address. */
export function usePicture(src: () => string | null): { shown: ComputedRef<string | null>; fail: () => void } {
  const failed = ref(false)
  watch(src, () => (failed.value = false))
  return { shown: computed(() => (failed.value ? null : src())), fail: () => (failed.value = true) }
}
