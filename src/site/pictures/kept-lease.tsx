import { Dot, Fill, Line } from './paint.tsx'
import { Picture } from './picture.tsx'

/** A calendar with a day marked, and a lease in good hands. */
export function KeptLease() {
  return (
    <Picture>
      <Fill of="sky" d="M0 0h400v300H0z" />
      <Fill of="shade" d="M48 58h138v152H48z" />
      <Fill of="wall" d="M42 50h138v152H42z" />
      <Fill of="roof" d="M42 50h138v36H42z" />
      <Line of="dark" width={6} d="M74 40v20M148 40v20" />
      <Line
        of="far"
        width={14}
        d="M64 108h.1M96 108h.1M128 108h.1M158 108h.1M64 140h.1M96 140h.1M158 140h.1M64 172h.1M96 172h.1M128 172h.1"
      />
      <Dot of="lake" x={128} y={140} r={17} />
      <Line of="wall" width={5} d="M120 140l6 7 11-13" />
      <Fill of="wood" d="M0 248h400v52H0z" />
      <Fill of="shade" d="M0 248h400v10H0z" />
      <Line of="glint" width={4} d="M62 200c-8-8 8-12 0-22M84 202c-8-8 8-12 0-22" />
      <Line of="lake" width={8} d="M98 222c20-4 20 26-2 24" />
      <Fill of="lake" d="M46 212h54l-4 48H50z" />
      <Fill of="shade" d="M230 76l122 16-16 142-122-16z" />
      <Fill of="wall" d="M224 66l122 16-18 142-122-16z" />
      <Fill of="roof" d="M274 84l28 27-5 4-4 30-36-5 4-30-5-5z" />
      <Fill of="lit" d="M272 118l14 2-3 24-14-2z" />
      <Line of="water" width={5} d="M232 152l82 11M230 168l82 11M228 184l44 6" />
      <Line of="clay" width={44} d="M410 268l-40-34" />
      <Line of="deep-skin" width={28} d="M358 224l-14-14" />
      <Line of="deep-skin" width={13} d="M344 204l-34-8M342 216l-30-2" />
    </Picture>
  )
}
