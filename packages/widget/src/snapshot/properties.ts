const sides = (name: string, end = '') =>
  ['top', 'right', 'bottom', 'left'].map((side) => `${name}-${side}${end}`);

/** What keeps the place of an element. */
export const placing = new Set([
  ...'display position top right bottom left float clear box-sizing width height min-width min-height max-width max-height'.split(
    ' ',
  ),
  ...sides('margin'),
  ...sides('padding'),
  ...sides('border', '-width'),
  ...sides('border', '-style'),
  ...(
    'flex-grow flex-shrink flex-basis order align-self justify-self grid-row-start grid-row-end grid-column-start ' +
    'grid-column-end vertical-align transform z-index'
  ).split(' '),
]);

/** Marks clones of elements that are masked. */
export const maskMark = '--skep-masked';

/** All that is copied of an element's style. Copying everything takes three times as long. */
export const copied: string[] = [
  ...placing,
  ...sides('border', '-color'),
  ...(
    'border-top-left-radius border-top-right-radius border-bottom-right-radius border-bottom-left-radius ' +
    'border-collapse border-spacing border-image-source border-image-slice border-image-width table-layout caption-side ' +
    'overflow-x overflow-y flex-direction flex-wrap align-items align-content justify-content justify-items row-gap column-gap ' +
    'grid-template-columns grid-template-rows grid-auto-flow grid-auto-columns grid-auto-rows column-count column-width ' +
    'color background-color background-image background-position-x background-position-y background-size background-repeat ' +
    'background-origin background-clip opacity visibility box-shadow text-shadow outline-width outline-style outline-color ' +
    'outline-offset transform-origin rotate scale translate perspective filter backdrop-filter clip clip-path mask-image ' +
    'mask-size mask-position mask-repeat mix-blend-mode isolation font-family font-size font-weight font-style font-stretch ' +
    'font-variant-caps font-variant-numeric font-feature-settings line-height letter-spacing word-spacing text-align text-indent ' +
    'text-transform text-decoration-line text-decoration-style text-decoration-color text-decoration-thickness ' +
    'text-underline-offset white-space-collapse text-wrap-mode word-break overflow-wrap hyphens tab-size direction unicode-bidi ' +
    'writing-mode text-orientation text-overflow -webkit-line-clamp -webkit-box-orient -webkit-text-stroke-width ' +
    '-webkit-text-stroke-color -webkit-text-fill-color list-style-type list-style-position list-style-image appearance ' +
    'accent-color color-scheme object-fit object-position image-rendering aspect-ratio fill fill-opacity fill-rule stroke ' +
    'stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-dasharray text-anchor dominant-baseline stop-color ' +
    'stop-opacity cx cy r rx ry x y'
  ).split(' '),
  maskMark,
];
