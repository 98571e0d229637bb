import { config } from 'zod/mini'

/* Zod writes faster parsers as program text, which the page's policy refuses; it asks while a schema is made. */
config({ jitless: true })
