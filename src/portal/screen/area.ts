import { matchPath, useLocation } from 'react-router'
import { areaOfPath } from '#contract/access/areas.ts'
import type { Permission } from '#contract/access/permissions.ts'
import {
  type AnyScreen,
  type SharedScreen,
  screenPath,
  screenPattern,
  screens,
  screensOf,
} from '#contract/paths.ts'
import type { IconName } from '#ui/icon.tsx'

/** A screen as the navigation, the profile menu and the palette of an area show it. */
export interface AreaScreen {
  name: AnyScreen
  title: string
  /** Of its link. */
  label: string
  icon: IconName
  /** In the navigation, also on a phone's bar if it is frequent, or in the profile menu (docs/product.md 55). */
  link?: 'navigation' | 'frequent' | 'menu' | undefined
  /** What it is for, beyond its name: the palette shows and searches it. */
  about?: string | undefined
  /** It begins something new. */
  isAction?: true | undefined
  /** For roles that have it. */
  needs?: Permission | undefined
}

/** Addresses in the current area, for the screens that both areas have. */
export function useAreaPath(): (screen: SharedScreen, id?: string) => string {
  // Never used outside the areas; a default keeps the type simple.
  const area = areaOfPath(useLocation().pathname) ?? 'manager'
  return (screen, id) => screenPath(area, screen, id)
}

export const isAboutClient = (screen: AnyScreen): boolean => screens[screen].path.includes(':id')

/** The screen at an address, and the client that it is about. */
export function screenAt(pathname: string): { name: AnyScreen; clientId: string | undefined } | undefined {
  const area = areaOfPath(pathname)
  if (!area) return undefined
  for (const name of screensOf(area)) {
    const match = matchPath(screenPattern(area, name), pathname)
    if (match) return { name, clientId: match.params.id }
  }
  return undefined
}
