import './schema-settings.ts'

// A schema keeps the settings it was made under, and bundlers run shared modules first: so the portal, with every
// schema that it imports, is asked for only once the settings stand.
const { startPortal } = await import('./start.tsx')
startPortal()
