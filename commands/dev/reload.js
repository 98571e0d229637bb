/* Runs in every page while developing: loads the page again when it is out of date, and says what is wrong. */

{
  const script = document.currentScript
  const own = script instanceof HTMLScriptElement ? new URL(script.src).search.slice(1) : ''
  /** @type {EventSource | undefined} */
  let source

  /** Only while the page can be seen: browsers allow six connections to one address, whatever the number of tabs. */
  const listen = () => {
    source?.close()
    source = undefined
    if (document.visibilityState === 'hidden') return
    source = new EventSource('/development/events')
    source.addEventListener('message', ({ data }) => {
      const { version, problem } = JSON.parse(data)
      if (version !== own) return location.reload()
      show(problem)
    })
  }

  /** @param {string | null} problem */
  const show = (problem) => {
    document.querySelector('.development-notice')?.remove()
    if (!problem) return
    const notice = document.createElement('aside')
    notice.className = 'development-notice'
    notice.setAttribute('aria-label', 'Development')
    const style = document.createElement('link')
    style.rel = 'stylesheet'
    style.href = '/development/notice.css'
    const words = document.createElement('pre')
    words.tabIndex = 0
    words.textContent = problem
    notice.append(style, words)
    document.body.append(notice)
  }

  document.addEventListener('visibilitychange', listen)
  addEventListener('pagehide', () => source?.close())
  addEventListener('pageshow', ({ persisted }) => persisted && listen())
  listen()
}
