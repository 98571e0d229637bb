import React from 'react'
import { flushSync } from 'react-dom'

/* React's production build has no `act`, in which vitest-browser-react renders, so that what is rendered is there after it. */
Object.assign(React, { act: React.act ?? (async (render: () => Promise<void>) => await flushSync(render)) })
