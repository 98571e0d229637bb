import { useState } from 'react'
import { Link, Outlet, ScrollRestoration, useLocation } from 'react-router'
import { areaOfPath } from '#contract/access/areas.ts'
import { signInPaths } from '#contract/paths.ts'
import { AnchorContext, type AnchorProps } from '#ui/anchor.tsx'
import { ToastProvider } from '#ui/toast.tsx'
import { newScreenMemory, ScreenMemoryContext, useScreenMemory } from './screen-memory.ts'

/** Around all screens: the router's links, what screens remember, and toasts, which disappear when the address changes. */
export function PortalFrame() {
  const { pathname } = useLocation()
  const [memory] = useState(newScreenMemory)
  return (
    <ScreenMemoryContext value={memory}>
      <AnchorContext value={RouterAnchor}>
        <ToastProvider screen={pathname}>
          <Outlet />
        </ToastProvider>
      </AnchorContext>
      <ScrollRestoration storageKey="scrollPositions" />
    </ScreenMemoryContext>
  )
}

/** A link out of the areas loads a page. */
function RouterAnchor({ href, onClick, ...rest }: AnchorProps) {
  const { key } = useLocation()
  const { followedLinks } = useScreenMemory()
  return (
    <Link
      {...rest}
      to={href}
      reloadDocument={!areaOfPath(href) && href !== signInPaths.profile}
      onClick={(event) => {
        onClick?.(event)
        // Back focuses this link again.
        if (rest.id) followedLinks.set(key, rest.id)
      }}
    />
  )
}
