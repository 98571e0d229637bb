import { config } from 'zod/mini'

/* Zod would compile parsers from strings, which the Content-Security-Policy forbids. */
config({ jitless: true })
