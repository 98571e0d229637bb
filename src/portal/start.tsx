import '#ui/foundation.css'
import './portal.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { AnchorProvider } from '#ui/anchor.tsx'
import { queryClient } from './query-client.ts'
import { PortalRoutes } from './routes.tsx'
import { RouterAnchor, ScreenToasts } from './screen/router-anchor.tsx'
import { watchOtherTabs, watchPageCache } from './session/tab-sync.ts'
import { takeLinkToken } from './sign-in/link-token.ts'

export function startPortal(): void {
  const place = document.getElementById('portal')
  if (!place) return
  // Before the router reads the address, which must not keep the one-time token.
  takeLinkToken()
  // React adds each screen's title to the head, and browsers show the first title.
  document.querySelector('head > title')?.remove()
  const root = createRoot(place)
  watchOtherTabs()
  watchPageCache(() => root.unmount())
  root.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        {/* Without transitions a chosen filter shows at once. */}
        <BrowserRouter useTransitions={false}>
          <AnchorProvider component={RouterAnchor}>
            <ScreenToasts>
              <PortalRoutes />
            </ScreenToasts>
          </AnchorProvider>
        </BrowserRouter>
      </QueryClientProvider>
    </StrictMode>,
  )
}
