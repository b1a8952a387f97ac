/**
 * The picture behind the public pages: a calm harbour. The houses on the quay are books, the boats carry pages, the beam of the lighthouse
 * is an open page. Its colours are tokens, so it follows the colour scheme; nothing moves. page.module.css sets `--scene-stroke`. The pages'
 * policy forbids inline styles. Classes need a style sheet of the browser's build, but the server alone imports the drawing. So it has
 * attributes instead.
 */
export function HarbourScene() {
  return (
    <svg viewBox="0 0 1440 900" width="100%" height="100%" preserveAspectRatio="xMaxYMid slice" aria-hidden="true">
      <path fill="var(--sky)" d="M0 0h1440v900H0z" />
      <Sky />
      <Sea />
      <Quay />
      <g stroke="var(--scene-ink)" strokeLinejoin="round" strokeLinecap="round" strokeWidth="var(--scene-stroke)">
        <Beam />
        <Lighthouse />
        <Boats />
      </g>
    </svg>
  );
}

function Sky() {
  return (
    <>
      <circle cx="830" cy="118" r="52" fill="var(--sky-disc)" />
      <circle cx="808" cy="104" r="48" fill="var(--sky-disc-bite)" />
      <path
        fill="var(--cloud)"
        d="M370 330a34 34 0 0 1 40-42 52 52 0 0 1 96-6 40 40 0 0 1 60 48zM1240 128a22 22 0 0 1 26-28 36 36 0 0 1 66-4 28 28 0 0 1 40 32z"
      />
      <path
        stroke="var(--star)"
        strokeLinecap="round"
        strokeWidth="6"
        d="M90 120h0M250 70h0M420 130h0M520 60h0M380 260h0M90 330h0M560 300h0M700 90h0M960 70h0M1040 150h0M1230 60h0M1330 130h0M1400 50h0M210 400h0M640 420h0"
      />
      <path
        fill="none"
        stroke="var(--scene-ink)"
        strokeLinecap="round"
        strokeWidth="var(--scene-stroke)"
        d="M958 96q14-14 22 2 10-16 24-4M1014 136q10-10 16 2 8-12 18-3"
      />
    </>
  );
}

function Sea() {
  return (
    <>
      <path fill="var(--sea-far)" d="M0 604h1440v300H0z" />
      <path fill="var(--sea-mid)" d="M0 668q45-14 90 0t90 0 90 0 90 0 90 0 90 0 90 0 90 0 90 0 90 0 90 0 90 0 90 0 90 0 90 0 90 0v240H0z" />
      <path
        fill="var(--sea-near)"
        d="M-60 744q60-18 120 0t120 0 120 0 120 0 120 0 120 0 120 0 120 0 120 0 120 0 120 0 120 0 120 0v170H-60z"
      />
      <path fill="var(--sea-deep)" d="M-30 826q75-20 150 0t150 0 150 0 150 0 150 0 150 0 150 0 150 0 150 0 150 0v90H-30z" />
    </>
  );
}

/** Books on the quay, drawn as houses: spines, gables, lit windows. */
function Quay() {
  return (
    <g stroke="var(--scene-ink)" strokeLinejoin="round" strokeWidth="var(--scene-stroke)">
      <path fill="var(--coral)" d="M60 604V470l42-34 42 34v134z" />
      <path fill="var(--paper)" d="M144 604V440h58v164z" />
      <path fill="var(--moss)" d="M202 604V486l36-30 36 30v118z" />
      <path fill="var(--sea-near)" d="M274 604V410h64v194z" />
      <path fill="var(--amber-wall)" d="M338 604V460l44-36 44 36v144z" />
      <path fill="var(--paper)" d="m432 604 26-140 54 10-24 130z" />
      <path
        fill="none"
        d="M60 490h84M60 584h84M144 462h58M144 582h58M202 506h72M274 434h64M274 580h64M338 480h88M338 584h88m28-104 54 10"
      />
      <path
        fill="var(--lit)"
        d="M90 512h24v26H90zM162 486h22v24h-22zM162 530h22v24h-22zM226 530h24v26h-24zM294 458h24v26h-24zM294 506h24v26h-24zM370 504h24v26h-24z"
      />
      <path fill="var(--timber)" d="M20 600h520v14H20zM50 614h12v34H50zm150 0h12v34h-12zm150 0h12v34h-12zm150 0h12v34h-12z" />
    </g>
  );
}

function Beam() {
  return (
    <>
      <path
        fill="var(--paper)"
        d="M1104 268C1010 196 850 176 664 200v250c186-24 346-4 440-150zM1156 268c60-46 160-84 284-86v246c-124 0-224-14-284-128z"
      />
      <radialGradient id="beam" gradientUnits="userSpaceOnUse" cx="1130" cy="290" r="480">
        <stop stopColor="var(--beam-near)" />
        <stop offset="1" stopColor="var(--beam-far)" />
      </radialGradient>
      <path
        fill="url(#beam)"
        d="M1104 268C1010 206 850 164 676 178v250c174-14 334-24 428-128zM1156 268c60-62 160-98 284-104v246c-124 0-224-22-284-110z"
      />
      <path
        fill="none"
        stroke="var(--beam-line)"
        strokeWidth="5"
        d="M720 226c120-6 220 6 312 44M720 270c110-6 200-2 290 24M720 314c100-4 190-4 270 6M720 358c80-2 150-8 220-20M1216 262c60-32 126-48 200-52M1222 300c60-24 126-38 194-42M1240 334c50-14 110-26 176-30M1280 366c40-8 90-14 136-16"
      />
    </>
  );
}

function Lighthouse() {
  return (
    <>
      <path fill="var(--moss)" d="M900 690c20-44 70-66 124-70l190-8c50 4 80 26 104 46 14 12 26 18 44 30-150 20-310 20-462 2z" />
      <path fill="var(--paper)" d="M964 634v-66h96v60z" />
      <path fill="var(--coral)" d="m950 572 62-46 62 46z" />
      <path fill="var(--lit)" d="M984 584h24v24h-24zM1026 584h20v42h-20z" />
      <path fill="var(--tower)" d="M1092 336h76l26 286c-40 12-88 12-128 0z" />
      <path fill="var(--coral)" d="m1086.5 396h87l5.5 60h-98zM1075.6 516h108.8l5.4 60H1070z" />
      <path fill="var(--timber)" d="M1072 322h116v14h-116z" />
      <path fill="var(--lit)" d="M1104 262h52v60h-52z" />
      <path fill="none" d="M1130 262v60M1080 322v-20h24m52 0h24v20" />
      <path fill="var(--coral)" d="M1096 262c2-26 16-42 34-46 18 4 32 20 34 46z" />
      <path fill="none" d="M1130 216v-20" />
      <path fill="var(--timber)" d="M1118 622v-24c0-18 24-18 24 0v24z" />
      <path fill="none" d="M1120 366h20M1124 486h14" />
    </>
  );
}

/** Boats from one drawing. The hull is an open book, and the sail is a page in the colour of its group. */
function Boats() {
  return (
    <>
      <g color="var(--amber-wall)" transform="translate(10 0)">
        <g id="story-boat">
          <path fill="var(--paper)" d="M742 654q30 20 62 6 32 14 62-6l-14 40q-24 14-48 6-24 8-48-6z" />
          <path fill="none" d="M804 660v38M756 672q22 12 40 4m56-4q-22 12-40 4" />
          <path fill="none" d="M804 658V540" />
          <path fill="currentColor" d="M810 548q46 40 50 92h-50z" />
          <path fill="var(--paper)" d="M798 562q-36 34-42 78h42z" />
          <path fill="none" stroke="var(--paper-line)" d="M776 620h14M772 606h18M780 592h10" />
        </g>
      </g>
      <use href="#story-boat" color="var(--coral)" transform="translate(-756 -290) scale(1.45)" />
      <use href="#story-boat" color="var(--moss)" transform="translate(936 398) scale(.55)" />
      <path
        fill="none"
        stroke="var(--on-sea)"
        strokeOpacity=".55"
        d="M560 700q20-10 40 0t40 0M880 742q20-10 40 0t40 0M1240 760q20-10 40 0t40 0M1060 806q24-12 48 0t48 0M200 700q20-10 40 0t40 0M760 866q26-12 52 0t52 0"
      />
    </>
  );
}
