// SPDX-License-Identifier: MIT
// Rust: our faults and panics in turn; then, loaded at run time, the overflow that std reports.
use std::ffi::CString;
use std::os::raw::{c_char, c_int, c_long, c_void};

extern "C" {
    fn dlopen(name: *const c_char, flags: c_int) -> *mut c_void;
    fn dlsym(module: *mut c_void, name: *const c_char) -> *mut c_void;
}

#[allow(unconditional_recursion)]
#[inline(never)]
fn overflow(depth: u64) -> u64 {
    let room = [depth; 128];
    overflow(depth + 1) + unsafe { std::ptr::read_volatile(&room[7]) }
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let path = CString::new(arguments[1].as_str()).unwrap();
    let name = CString::new("bridge_faults").unwrap();
    let faults: extern "C" fn(c_long) -> c_long = unsafe {
        let symbol = dlsym(dlopen(path.as_ptr(), 2), name.as_ptr());
        assert!(!symbol.is_null());
        std::mem::transmute(symbol)
    };
    std::panic::set_hook(Box::new(|_| {}));
    let (mut ours, mut its) = (0, 0);
    for i in 0..10000u64 {
        ours += faults(1);
        its += std::panic::catch_unwind(|| assert!(i > 10000)).is_err() as u64;
    }
    println!("{} {}", ours, its);
    if arguments.len() > 2 {
        println!("{}", overflow(1));
    }
}
