/** Milliseconds (docs/specification.md §9). */
const duration = 8000

interface Toast {
  show(text: string): void
  hide(): void
  isShown(): boolean
}

/** Controls an empty toast of the page. It stays while it has the pointer or focus. */
export function setUpToast(regionId: string, afterDismissal: HTMLElement): Toast {
  const toast = document.querySelector<HTMLElement>(`#${regionId} > .toast`)
  const words = toast?.querySelector('p')
  let timer = 0
  const pause = () => clearTimeout(timer)
  function hide() {
    pause()
    if (toast) toast.hidden = true
    if (words) words.textContent = ''
  }
  function resume() {
    pause()
    if (!toast?.matches(':hover, :focus-within')) timer = window.setTimeout(hide, duration)
  }
  for (const event of ['pointerenter', 'focusin']) toast?.addEventListener(event, pause)
  for (const event of ['pointerleave', 'focusout']) toast?.addEventListener(event, () => setTimeout(resume))
  toast?.querySelector('button')?.addEventListener('click', () => {
    hide()
    afterDismissal.focus({ preventScroll: true })
  })
  return {
    hide,
    isShown: () => toast?.hidden === false,
    show(text) {
      if (!toast || !words) return
      toast.hidden = false
      words.textContent = text
      resume()
    },
  }
}
