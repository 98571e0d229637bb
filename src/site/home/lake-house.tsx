import './lake-house.css'

/** Drawn for this page. Colours come from classes, so that at night it is night in the picture, too. */
export function LakeHouse({ label }: { label: string }) {
  return (
    <svg className="lake-house" viewBox="0 0 640 520" role="img" aria-label={label}>
      <Landscape />
      <Trees />
      <House />
      <People />
    </svg>
  )
}

function Landscape() {
  return (
    <>
      <path className="lake-house-sky" d="M0 0h640v340H0z" />
      <circle className="lake-house-sun" cx="500" cy="128" r="54" />
      <path className="lake-house-far" d="M0 268c90-46 170-44 250-18s170-34 260-18 100 20 130 8v110H0z" />
      <path className="lake-house-near" d="M0 300c70-28 150-20 220-6s250-26 420-6v70H0z" />
      <path className="lake-house-water" d="M0 312h640v90H0z" />
      <path
        className="lake-house-glint"
        d="M40 334h90M160 350h50M470 330h80M520 346h96M84 366h60M560 366h50M478 360h34"
      />
      <path className="lake-house-ground" d="M0 384c110-26 230-22 350-10s200 14 290-6v152H0z" />
      <path className="lake-house-path" d="M336 428c-8 34-92 50-128 92h150c14-36 30-58 28-92z" />
    </>
  )
}

function Trees() {
  return (
    <>
      <path className="lake-house-bark" d="M90 372v44M152 384v30M586 384v30" />
      <path
        className="lake-house-pine"
        d="M90 190l34 62h-16l28 54h-18l32 72H30l32-72H44l28-54H56zM152 270l22 42h-10l20 36h-12l22 44h-84l22-44h-12l20-36h-10zM586 268l22 42h-10l20 36h-12l22 46h-84l22-46h-12l20-36h-10z"
      />
      <path className="lake-house-birch" d="M530 426c-4-70-2-140 4-196M533 300l26-30M531 336l-26-32" />
      <path className="lake-house-ticks" d="M526 404h6M530 372h6M526 350h5M531 316h5M530 286h5M531 262h5" />
      <path
        className="lake-house-leaves"
        d="M534 168c24 0 36 18 34 36 22 2 34 20 28 40-5 18-22 26-40 22-10 14-36 16-46 2-20 4-36-8-36-26 0-16 12-26 26-28-4-22 12-46 34-46z"
      />
    </>
  )
}

function House() {
  return (
    <>
      <path className="lake-house-chimney" d="M410 208h26v60h-26z" />
      <path className="lake-house-wall" d="M264 286l96-82 96 82v144H264z" />
      <path className="lake-house-shade" d="M264 286h192v14H264z" />
      <path className="lake-house-roof" d="M360 182l126 108-12 14-114-97-114 97-12-14z" />
      <path
        className="lake-house-lit"
        d="M334 430v-66a26 26 0 0 1 52 0v66zM284 330h34v42h-34zM402 330h34v42h-34zM360 244a15 15 0 1 1 0 30 15 15 0 0 1 0-30z"
      />
      <path
        className="lake-house-frame"
        d="M301 330v42M284 351h34M419 330v42M402 351h34M360 244v30M345 259h30"
      />
      <path className="lake-house-door" d="M334 360l-22 8v70l22-8z" />
      <path className="lake-house-step" d="M324 428h74v10h-74z" />
    </>
  )
}

function People() {
  return (
    <>
      <path className="lake-house-host-arm" d="M350 396l-16 8" />
      <path className="lake-house-host" d="M360 386c9 0 14 6 14 14v28h-28v-28c0-8 5-14 14-14z" />
      <circle className="lake-house-skin-deep" cx="360" cy="375" r="10" />
      <path className="lake-house-hair" d="M349 376c-2-16 24-16 22 0-4-6-16-6-22 0z" />
      <path className="lake-house-legs" d="M268 462l-8 38M280 462l10 36" />
      <path className="lake-house-guest" d="M274 410c12 0 18 8 18 18v38h-36v-38c0-10 6-18 18-18z" />
      <circle className="lake-house-skin" cx="276" cy="394" r="13" />
      <path className="lake-house-hair" d="M262 400c-6-26 28-28 28-10-8-2-14 0-18 6-2 6-6 8-10 4z" />
      <path className="lake-house-box" d="M286 424h36v28h-36z" />
      <path className="lake-house-tape" d="M304 424v28" />
      <path className="lake-house-guest-arm" d="M276 426l6 18 18 2" />
    </>
  )
}
