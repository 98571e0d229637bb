import { Button } from '#ui/button.tsx'
import type { ReportExporting } from './use-report-export.ts'
import { reportWording as wording } from './wording.ts'

type ReportButtonsProps = {
  exporting?: ReportExporting
  /** There is no report to take along. */
  disabled: boolean
}

/** The buttons of §2, which no paper shows. While the report is on its way, they hold their place. */
export function ReportButtons({ exporting, disabled }: ReportButtonsProps) {
  const running = exporting?.state.stage === 'running' ? exporting.state.kind : undefined
  return (
    <>
      <Button
        tone="primary"
        icon="download"
        disabled={disabled}
        busy={running === 'pdf'}
        onClick={() => void exporting?.start('pdf')}
      >
        {wording.download}
      </Button>
      <Button
        icon="print"
        disabled={disabled}
        busy={running === 'print'}
        onClick={() => void exporting?.start('print')}
      >
        {wording.print}
      </Button>
    </>
  )
}
