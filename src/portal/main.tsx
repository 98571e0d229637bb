import '#ui/foundation.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { BrowserRouter } from 'react-router'
import { AnchorProvider } from '#ui/anchor.tsx'
import { queryClient } from './query-client.ts'
import { PortalRoutes } from './routes.tsx'
import { RouterAnchor, ScreenToasts } from './screen/router-anchor.tsx'
import { startPortal } from './start.tsx'

/* The script of both areas. */

startPortal(
  <QueryClientProvider client={queryClient}>
    {/* Without transitions a chosen filter shows at once. */}
    <BrowserRouter useTransitions={false}>
      <AnchorProvider component={RouterAnchor}>
        <ScreenToasts>
          <PortalRoutes />
        </ScreenToasts>
      </AnchorProvider>
    </BrowserRouter>
  </QueryClientProvider>,
)
