import '#ui/foundation.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { queryClient } from './query-client.ts'
import { preloadScreens, reportFailure, routes } from './routes.tsx'
import { startPortal } from './start.tsx'

/* The script of both areas. */

startPortal(
  <QueryClientProvider client={queryClient}>
    {/* Without transitions a chosen filter shows at once. */}
    <RouterProvider router={createBrowserRouter(routes)} onError={reportFailure} useTransitions={false} />
  </QueryClientProvider>,
)

/** Milliseconds: the first screen loads first. */
const preloadDelay = 2000

setTimeout(preloadScreens, preloadDelay)
