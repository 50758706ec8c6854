import { computed, ref, watch, type ComputedRef } from 'vue'

/** A picture that may not load: `shown` is its address until it failed, and again once there is another one. */
export function usePicture(src: () => string | null): { shown: ComputedRef<string | null>; fail: () => void } {
  const failed = ref(false)
  watch(src, () => (failed.value = false))
  return { shown: computed(() => (failed.value ? null : src())), fail: () => (failed.value = true) }
}
