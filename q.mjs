import { request, chromium } from 'playwright'
const [,,person,...paths]=process.argv
const c=await request.newContext({baseURL:process.env.BASE??'http://127.0.0.1:8080'})
const r=await c.post('/api/auth/login',{data:{data:{email:person+'@demo.test',password:'ohmstead-demo'}}})
if(!r.ok())console.log(r.status(),await r.text())
for(const p of paths){const a=await c.get('/api'+p);console.log(a.status(),(await a.text()).slice(0,Number(process.env.N??3000)))}
