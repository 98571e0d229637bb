import { useEffect, useState } from 'react'

/** Modules of white around the code. */
const margin = 4

/** Draws the code in the browser. Its library is loaded with it; if that fails, the key can still be typed. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [modules, setModules] = useState<boolean[][]>([])
  useEffect(() => {
    import('qr').then(
      ({ encodeQR }) => setModules(encodeQR(text, 'raw', { border: margin })),
      () => undefined,
    )
  }, [text])
  if (modules.length === 0) return null
  const path = modules.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
  return (
    <svg
      className="two-step-qr"
      viewBox={`0 0 ${modules.length} ${modules.length}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path.join('')} />
    </svg>
  )
}
