// SPDX-License-Identifier: LGPL-2.1-or-later

//! Prints the ASCII form of each name, or the code of the rule that it breaks.

use std::ffi::CStr;
use std::os::raw::{c_char, c_int, c_uint};

const IDNX_HOST_NAME_SIZE: usize = 255;
const IDNX_LOOKUP: c_uint = 0x786;

/// struct idnx_result
#[repr(C)]
struct Converted {
    status: c_int,
    label: c_uint,
    length: usize,
}

#[link(name = "idnx")]
extern "C" {
    fn idnx_to_ascii(
        src: *const u8,
        src_len: usize,
        dst: *mut u8,
        dst_size: usize,
        flags: c_uint,
    ) -> Converted;
    fn idnx_status_code(status: c_int) -> *const c_char;
}

/// Returns the ASCII form of a name, or the code of the rule that it breaks.
fn to_ascii(name: &str) -> Result<String, String> {
    let mut ace = [0; IDNX_HOST_NAME_SIZE];
    let result = unsafe {
        idnx_to_ascii(name.as_ptr(), name.len(), ace.as_mut_ptr(), ace.len(), IDNX_LOOKUP)
    };
    if result.status != 0 {
        let code = unsafe { CStr::from_ptr(idnx_status_code(result.status)) };
        return Err(code.to_string_lossy().into_owned());
    }
    Ok(String::from_utf8_lossy(&ace[..result.length]).into_owned())
}

fn main() {
    for name in std::env::args().skip(1) {
        println!("{}", to_ascii(&name).unwrap_or_else(|code| code));
    }
}
