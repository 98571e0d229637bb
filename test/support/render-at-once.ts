import React from 'react'
import { flushSync } from 'react-dom'

/*
 * vitest-browser-react renders inside React's `act`, which the production build lacks. Without it, a test would go on before
 * anything is on the page, and a check that something is absent would prove nothing.
 */
Object.assign(React, { act: React.act ?? (async (render: () => Promise<void>) => await flushSync(render)) })
