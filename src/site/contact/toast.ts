/** §9: how long a message stays. Milliseconds. */
const duration = 8000

interface Toast {
  show(text: string): void
  hide(): void
  isShown(): boolean
}

/** Takes over an empty toast of the page. Time stands still while someone points at it or has focus in it. */
export function toastIn(regionId: string, afterDismissal: HTMLElement): Toast {
  const toast = document.querySelector<HTMLElement>(`#${regionId} > .toast`)
  const words = toast?.querySelector('p')
  let timer = 0
  const hold = () => clearTimeout(timer)
  function hide() {
    hold()
    if (toast) toast.hidden = true
    if (words) words.textContent = ''
  }
  function release() {
    hold()
    if (!toast?.matches(':hover, :focus-within')) timer = window.setTimeout(hide, duration)
  }
  for (const event of ['pointerenter', 'focusin']) toast?.addEventListener(event, hold)
  for (const event of ['pointerleave', 'focusout']) toast?.addEventListener(event, () => setTimeout(release))
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
      release()
    },
  }
}
