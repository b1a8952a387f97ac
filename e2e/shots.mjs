import { chromium } from "@playwright/test";
const base="http://localhost:4700";
const out="/tmp/demo7";
const [,, who, path, name, lang="fr", sizes="360,768,1280", dark="0", waitFor=""] = process.argv;
const browser = await chromium.launch({executablePath:"/usr/bin/chromium",args:["--no-sandbox"]});
const ctx = await browser.newContext({ colorScheme: dark==="1"?"dark":"light", locale: "en" });
await ctx.addCookies([{name:"language", value: lang, url: base}]);
const page = await ctx.newPage();
if (who!=="-") { const r = await ctx.request.post(base+"/api/auth/pw/login",{headers:{"x-storyport":"1",origin:base,"sec-fetch-site":"same-origin"},data:{email:who,password:"Reading-Rocks-26",deviceName:"Chrome"}}); if(!r.ok()) console.log(r.status(), await r.text()); }
for (const s of sizes.split(",")) {
  await page.setViewportSize({width:+s,height:900});
  await page.goto(base+path); await page.waitForLoadState("networkidle");
  if (waitFor) { await page.evaluate(waitFor); await page.waitForTimeout(500); }
  const over = await page.evaluate(()=>document.documentElement.scrollWidth-document.documentElement.clientWidth);
  console.log(s, "overflow", over, page.url());
  await page.screenshot({path:`${out}/${name}-${s}-${dark}.png`, fullPage:true});
}
await browser.close();
