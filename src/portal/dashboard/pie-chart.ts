import { ArcElement, Chart, type ChartConfiguration, Legend, PieController, Tooltip } from 'chart.js'
import type { PieLook } from './pie-look.ts'
import type { StatusRow } from './status-rows.ts'
import { dashboardWording } from './wording.ts'

/* A chunk of its own: whoever imports this file loads Chart.js. */

Chart.register(PieController, ArcElement, Legend, Tooltip)

export interface Pie {
  destroy(): void
}

export function drawPie(canvas: HTMLCanvasElement, rows: StatusRow[], look: PieLook): Pie {
  return new Chart(canvas, pieConfiguration(rows, look))
}

/** §2 and §9: legend at the bottom, five colors in turn, tooltip '{label}: {count} ({percent}%)'. */
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
      // Its box has the measures.
      maintainAspectRatio: false,
      animation: look.animated && { duration: 160 },
      layout: { padding: 6 },
      plugins: {
        legend: {
          position: 'bottom',
          labels: { color: look.ink, font: look.font, boxWidth: 14, boxHeight: 14, padding: 14 },
          // A slice that was switched off would make the pie say something else than the table.
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
