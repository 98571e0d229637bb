import { ArcElement, Chart, type ChartConfiguration, Legend, PieController, Tooltip } from 'chart.js'
import type { StatusRow } from './status-rows.ts'
import { dashboardWording } from './wording.ts'

/* Imported only dynamically, so that Chart.js is a chunk of its own. */

Chart.register(PieController, ArcElement, Legend, Tooltip)

/** A change of any of these changes the colors, which a canvas does not update by itself. */
const lookQueries = ['(prefers-color-scheme: dark)', '(forced-colors: active)', 'print']

/** Draws the pie, and again when its colors change. Returns the clean-up. */
export function drawPie(canvas: HTMLCanvasElement, rows: StatusRow[]): () => void {
  let pie = new Chart(canvas, pieConfiguration(rows, readLook(canvas)))

  function drawAgain() {
    pie.destroy()
    // Without animation, because printing captures the canvas at once.
    pie = new Chart(canvas, pieConfiguration(rows, { ...readLook(canvas), animated: false }))
  }

  const queries = lookQueries.map((query) => matchMedia(query))
  for (const query of queries) query.addEventListener('change', drawAgain)
  return () => {
    for (const query of queries) query.removeEventListener('change', drawAgain)
    pie.destroy()
  }
}

/** Legend, colors and tooltip are those of docs/specification.md §2, §9. */
export function pieConfiguration(rows: StatusRow[], look: PieLook): ChartConfiguration<'pie'> {
  const colors = rows.map((_, index) => look.colors[index % look.colors.length] ?? look.ink)
  return {
    type: 'pie',
    data: {
      labels: rows.map(({ label }) => label),
      datasets: [
        {
          data: rows.map(({ count }) => count),
          backgroundColor: colors,
          hoverBackgroundColor: colors,
          borderColor: look.surface,
          borderWidth: 2,
          hoverOffset: 6,
        },
      ],
    },
    options: {
      // The style sheet sets the size.
      maintainAspectRatio: false,
      animation: look.animated && { duration: 160 },
      layout: { padding: 6 },
      plugins: {
        legend: {
          position: 'bottom',
          labels: { color: look.ink, font: look.font, boxWidth: 14, boxHeight: 14, padding: 14 },
          // A hidden slice would make the pie differ from the table.
          onClick: () => {},
        },
        tooltip: {
          backgroundColor: look.ink,
          bodyColor: look.surface,
          bodyFont: look.font,
          displayColors: false,
          padding: 10,
          cornerRadius: 6,
          callbacks: { title: () => '', label: ({ dataIndex }) => tooltipOf(rows[dataIndex]) },
        },
      },
    },
  }
}

function tooltipOf(row: StatusRow | undefined): string {
  return row ? `${row.label}: ${dashboardWording.count(row.count, row.share)}` : ''
}

/** Read from the page, because a canvas has no style sheet. */
interface PieLook {
  colors: string[]
  ink: string
  surface: string
  font: { family: string; size: number }
  animated: boolean
}

const chartColors = [1, 2, 3, 4, 5].map((part) => `--color-chart-${part}`)

/** `surface` and `ink` are the colors of the canvas's parent, or the system's where it forces them. */
function readLook(canvas: HTMLCanvasElement): PieLook {
  const box = getComputedStyle(canvas.parentElement ?? canvas)
  return {
    colors: chartColors.map((token) => resolvedColor(canvas, token)),
    ink: box.color,
    surface: box.backgroundColor,
    font: { family: box.fontFamily, size: Number.parseFloat(box.fontSize) },
    animated: !matchMedia('(prefers-reduced-motion: reduce)').matches,
  }
}

/** A token holds the colors of both schemes; a property that uses it holds one. */
function resolvedColor(element: HTMLElement, token: string): string {
  element.style.color = `var(${token})`
  const { color } = getComputedStyle(element)
  element.style.color = ''
  return color
}
