import { type Area, type Screen, screenPath } from '#contract/paths.ts'
import type { IconName } from '#ui/icon.tsx'

interface NavigationLink {
  href: string
  label: string
  icon: IconName
}

type Entry<A extends Area> = { screen: Screen<A>; label: string; icon: IconName }

/** §2, decision 55: exactly these links, with these labels, in this order. */
const entries = {
  admin: [
    { screen: 'dashboard', label: 'Dashboard', icon: 'home' },
    { screen: 'clients', label: 'Clients', icon: 'users' },
    { screen: 'addClient', label: 'Add Client', icon: 'plus' },
    { screen: 'userManagement', label: 'Manage Users', icon: 'id-card' },
    { screen: 'addEmployee', label: 'Add Employee', icon: 'user' },
    { screen: 'adminLinks', label: 'Admin Link', icon: 'external' },
    { screen: 'training', label: 'Administrative Training', icon: 'file' },
    { screen: 'employeeTraining', label: 'Employee Training', icon: 'hands' },
    { screen: 'contactMessages', label: 'Message List', icon: 'mail' },
  ],
  manager: [
    { screen: 'dashboard', label: 'Dashboard', icon: 'home' },
    { screen: 'clients', label: 'Clients', icon: 'users' },
    { screen: 'addClient', label: 'Add Client', icon: 'plus' },
    { screen: 'resources', label: 'Resources', icon: 'external' },
    { screen: 'employeeTraining', label: 'Training', icon: 'hands' },
  ],
} as const satisfies { [A in Area]: readonly Entry<A>[] }

export const areaTitles = { admin: 'Admin Panel', manager: 'Manager Portal' } as const satisfies Record<
  Area,
  string
>

export function navigationOf(area: Area): NavigationLink[] {
  const list: readonly { screen: string; label: string; icon: IconName }[] = entries[area]
  // Each entry's screen is one of its own area: the table above is checked for that.
  return list.map(({ screen, label, icon }) => ({
    href: screenPath(area, screen as Screen<Area>),
    label,
    icon,
  }))
}

/** The router takes an address with a slash at its end for the same. */
export function isSameAddress(pathname: string, href: string): boolean {
  return pathname.replace(/(?<=.)\/+$/, '') === href
}
