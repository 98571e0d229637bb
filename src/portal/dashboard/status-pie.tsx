import { useEffect, useRef, useState } from 'react'
import { screenWording } from '#portal/screen/wording.ts'
import { Button } from '#ui/button.tsx'
import type { Pie } from './pie-chart.ts'
import { readPieLook, watchPieLook } from './pie-look.ts'
import type { StatusRow } from './status-rows.ts'
import { dashboardWording as wording } from './wording.ts'

/** The rows of the table as a pie. The box has its size before Chart.js is there, so nothing moves when it comes. */
export function StatusPie({ rows }: { rows: StatusRow[] }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [failed, setFailed] = useState(false)

  useEffect(() => {
    let pie: Pie | undefined
    let over = false
    let stopWatching = () => {}

    async function draw() {
      try {
        const { drawPie } = await import('./pie-chart.ts')
        const place = canvas.current
        if (over || !place) return
        pie = drawPie(place, rows, readPieLook(place))
        // At once and without growing: a page that is printed takes the picture of that moment.
        stopWatching = watchPieLook(() => {
          pie?.destroy()
          pie = drawPie(place, rows, { ...readPieLook(place), animated: false })
        })
      } catch {
        if (!over) setFailed(true)
      }
    }

    void draw()
    return () => {
      over = true
      stopWatching()
      pie?.destroy()
    }
  }, [rows])

  if (failed) {
    return (
      <div className="status-pie-failed">
        <p>{wording.chartFailed}</p>
        <Button small icon="refresh" onClick={() => location.reload()}>
          {screenWording.reload}
        </Button>
      </div>
    )
  }
  return (
    <div className="status-pie">
      <canvas ref={canvas} role="img" aria-label={wording.chart} />
    </div>
  )
}
