import './portal.css'
import './portal-shell.css'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { watchOtherTabs, watchPageCache } from './session/tab-sync.ts'

/** Renders into the element that the page's HTML has for it. */
export function startPortal(content: ReactNode): void {
  const container = document.getElementById('portal')
  if (!container) return
  // React adds each screen's title to the head, and browsers show the first title.
  document.querySelector('head > title')?.remove()
  const root = createRoot(container)
  watchOtherTabs()
  watchPageCache(() => root.unmount())
  root.render(<StrictMode>{content}</StrictMode>)
}
