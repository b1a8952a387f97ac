declare module "virtual:page-assets" {
  export const pageAssets: import("./page-assets.ts").PageAssets;
}
