import './schema-settings.ts'

// A schema keeps the settings it was created with, so every module with a schema is loaded after the settings are made.
const { startPortal } = await import('./start.tsx')
startPortal()
